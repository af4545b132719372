import { describe, expect, it } from 'vitest';
import { faultLine } from '../../../../../src/formats/fault.ts';
import { GUESSED, startImport } from '../../../../../src/instruments/portability/import/import.ts';

/** A table of lottery choices (or of another game) with the given actions, two environments. */
function read(actions: readonly (string | number)[], A: readonly string[] | null, game = 'lottery') {
  const x = 'pA,HA,LA,pB,HB,LB';
  const rows = actions.map(
    (action, i) => `${game},env${1 + (i % 2)},0.5,${3000 + i},10,0.4,4000,20,${action}`,
  );
  const importer = startImport({ ...GUESSED, mapping: A ? { A } : {} });
  importer.add('f.csv', new TextEncoder().encode([`game,environment,${x},action`, ...rows].join('\n')));
  return importer.finish();
}

function tableOf(...given: Parameters<typeof read>) {
  const found = read(...given);
  if (!found.ok) throw new Error(found.faults.map(faultLine).join('\n'));
  const [{ table, notes }] = found.value.games;
  return { action: [...table.action], labels: table.labels, notes };
}

const faultsOf = (...given: Parameters<typeof read>): readonly string[] => {
  const found = read(...given);
  return found.ok ? [] : found.faults.map(faultLine);
};

describe('actions of an A/B game in two whole numbers', () => {
  it.each([
    [[0, 1, 1, ''], 'Action 1 is read as A and 0 as B; map A to 0 where it is the other way round.'],
    [[1, 2, 2, ''], 'Action 2 is read as A and 1 as B; map A to 1 where it is the other way round.'],
    [
      ['1.0', '2.0', '2', 'nan'],
      'Action 2 is read as A and 1 as B; map A to 1 where it is the other way round.',
    ],
  ])('%j are B and A in ascending order, and said to be', (actions, note) => {
    const { action, labels, notes } = tableOf(actions, null);
    expect(action).toEqual([0, 1, 1, NaN]);
    expect(labels).toEqual(['B', 'A']);
    expect(notes[0]).toBe(note);
  });

  it('are the other way round where the mapping says so', () => {
    const { action, notes } = tableOf([1, 2, 2, 1], ['1']);
    expect(action).toEqual([1, 0, 0, 1]);
    expect(notes[0]).toBe('Action 1 is read as A and 2 as B, as told.');
  });

  it('say nothing where there is but one, unless it is named', () => {
    expect(faultsOf([1, 1], null)[0]).toMatch(
      /^f\.csv:2:action: "1"; A or B, or one of two whole numbers in all/,
    );
    expect(tableOf([1, 1], ['1']).action).toEqual([1, 1]);
    expect(tableOf([1, 1], ['2']).notes[0]).toBe('Action 2 is read as A and 1 as B, as told.');
  });

  it('are not three, and not mixed with letters', () => {
    for (const actions of [
      [0, 1, 2],
      [1, 2, 'A'],
      [0.5, 1],
    ])
      expect(faultsOf(actions, null)).not.toEqual([]);
    expect(faultsOf([0, 1, 2], ['1'])[0]).toMatch(/; two actions in all of the column, of which 1 is A/);
    expect(faultsOf([0, 1], ['1', '0'])).toEqual(['f.csv:1: 2 actions for A; one']);
  });
});

describe('actions in other words', () => {
  it('are A and B where the mapping names one, and letters stay what they are', () => {
    expect(tableOf(['risky', 'Safe', 'safe'], ['safe']).action).toEqual([0, 1, 1]);
    const { action, notes } = tableOf(['A', 'b', 'B'], ['1']);
    expect(action).toEqual([1, 0, 0]);
    expect(notes.some((note) => note.startsWith('Action'))).toBe(false);
  });

  it('are read so in a game of one’s own; amounts of a known one are not', () => {
    expect(tableOf([1, 2, 2], ['1'], 'mine')).toMatchObject({ action: [1, 0, 0], labels: ['B', 'A'] });
    expect(tableOf([1, 2, 3], ['1'], 'mine')).toMatchObject({ action: [1, 2, 3], labels: null });
    expect(tableOf([1, 2, 2], null, 'mine')).toMatchObject({ action: [1, 2, 2], labels: null });
  });
});
