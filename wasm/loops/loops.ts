// The loops that the module offers.
export { allSums, allValues, fillMoments, otherFoldError, otherFoldSums } from './moments';
