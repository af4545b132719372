// The cells of a study in the order of the plan: decision makers keep their colour, tasks their shape.
import type { CellReport, StudyReport } from '../report.ts';

export interface CellPlace {
  readonly cell: string;
  readonly agent: string;
  readonly task: string;
  /** Places (from 0) of the decision maker and the task in order of first appearance. */
  readonly agentIndex: number;
  readonly taskIndex: number;
}

const firstSeen = (cells: readonly CellReport[], name: 'agent' | 'task'): readonly string[] => [
  ...new Set(cells.map((cell) => cell[name])),
];

/** Where each cell stands among decision makers and tasks. */
export function cellPlaces({ cells }: StudyReport): readonly CellPlace[] {
  const [agents, tasks] = [firstSeen(cells, 'agent'), firstSeen(cells, 'task')];
  return cells.map(({ cell, agent, task }) => ({
    cell,
    agent,
    task,
    agentIndex: agents.indexOf(agent),
    taskIndex: tasks.indexOf(task),
  }));
}
