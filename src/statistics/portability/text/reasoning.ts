// Reasoning texts without the line that states the answer, which would repeat numbers and words of the choice itself.

/** The text without lines that hold FINAL_ANSWER. */
export const reasoningOf = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.includes('FINAL_ANSWER'))
    .join('\n');
