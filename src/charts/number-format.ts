// The number rules of every figure and table; views speak them too, so they are written beside the views.
export {
  counted,
  decimalsOf,
  estimate,
  estimateDecimals,
  fixed,
  fraction,
  integer,
  interval,
  measured,
  percent,
  probability,
  probabilityOf,
  shareDecimals,
  significant,
} from '../instruments/seu/views/number-format.ts';
