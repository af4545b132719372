// The thread that reads files of choices.
import { expose } from 'comlink';
import { choiceImports } from './portability-import.ts';

expose(choiceImports);
