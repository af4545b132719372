// The loops that the module offers.
export { allSums, allValues, fillMoments, otherFoldError, otherFoldSums } from './moments';
export {
  addMasses,
  addReports,
  addRows,
  extendRows,
  fillCut,
  fillReport,
  integrate,
  spreadRows,
} from './nodes';
