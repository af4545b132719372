// When a GPU is worth its start, the same for the page and the command line.

/** From this many chains on a hardware GPU is used by `auto`; one small fit is faster on the CPU. */
export const CHAINS_WORTH_A_GPU = 64;
