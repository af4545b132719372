// Starts the page.
import { mount } from 'svelte';
import { version } from '../../package.json';
import { Luce } from '../state/luce.svelte.ts';
import App from './App.svelte';
import './base.css';
import StartFailure from './StartFailure.svelte';
import { LiveSession } from './live/live-session.svelte.ts';
import './tokens.css';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no element #app to mount into');

/** Pages opened once open again without a network; an update waits until every tab is closed, so it stops no run. */
function keepOffline(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) void navigator.serviceWorker.register('./sw.js');
}

Luce.open(version).then(
  (luce) => {
    mount(App, { target, props: { session: new LiveSession(luce) } });
    keepOffline();
  },
  (error: unknown) => mount(StartFailure, { target, props: { reason: String(error) } }),
);
