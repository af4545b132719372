// The thread that folds draws into reports.
import { expose } from 'comlink';
import { version } from '../../package.json';
import { openLuceDatabase } from '../storage/database.ts';
import { indexedDbStore } from '../storage/store.ts';
import { reportsOf } from './reports.ts';

expose(
  reportsOf(
    openLuceDatabase().then((database) => indexedDbStore(database)),
    version,
  ),
);
