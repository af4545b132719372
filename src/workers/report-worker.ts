// The thread that folds draws into reports.
import { expose } from 'comlink';
import { version } from '../../package.json';
import { openLuceDatabase } from '../storage/database.ts';
import { indexedDbStore } from '../storage/store.ts';
import { reportsOf } from './reports.ts';

const store = openLuceDatabase().then((database) => indexedDbStore(database));
// Another tab may have upgraded the database meanwhile: the first call that needs it says so, and until then nobody asks.
store.catch(() => undefined);

expose(reportsOf(store, version));
