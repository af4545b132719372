// The thread that reads files of answers.
import { expose } from 'comlink';
import { answerImports } from './beliefs-import.ts';

expose(answerImports);
