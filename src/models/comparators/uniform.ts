// The model that knows nothing: every member of a menu is equally likely.
import { log } from '../../math/elementary.ts';
import { menuCount, menuSize, type MenuBlock } from '../seu/data.ts';

/** log(1 / size) of every menu, in the order of the data. */
export const uniformLogLikelihood = (menus: MenuBlock): Float64Array =>
  Float64Array.from({ length: menuCount(menus) }, (_, m) => -log(menuSize(menus, m)));
