// The loops that the module offers.
export { addFoldErrors, addViolations } from './smoothers';
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
