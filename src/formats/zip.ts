// Packing and unpacking of archives, apart so that a page loads it when it is asked for a file.
export { strToU8, unzipSync, zipSync } from 'fflate';
