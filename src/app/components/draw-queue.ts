// Draws one thing a task: many figures that change together never hold up the page's keys and presses together.

const waiting: (() => void)[] = [];
let asked = false;

function next(): void {
  const draw = waiting.shift();
  asked = waiting.length > 0;
  if (asked) setTimeout(next);
  draw?.();
}

/** Draws in a later task, after what was asked for before; the returned function takes it back. */
export function drawLater(draw: () => void): () => void {
  waiting.push(draw);
  if (!asked) setTimeout(next);
  asked = true;
  return () => {
    const place = waiting.indexOf(draw);
    if (place >= 0) waiting.splice(place, 1);
  };
}
