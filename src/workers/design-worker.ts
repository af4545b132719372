// The thread that examines designs and priors.
import { expose } from 'comlink';
import { designs } from './designs.ts';

expose(designs);
