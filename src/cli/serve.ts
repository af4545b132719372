// Serves the built page on this machine.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const SITE = fileURLToPath(new URL('../site/', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
};

async function answer(path: string, response: ServerResponse): Promise<void> {
  const relative = normalize(decodeURIComponent(path)).replace(/^([/\\]|\.\.[/\\])+/, '');
  const file = join(SITE, relative === '' || relative === '.' ? 'index.html' : relative);
  const found = file.startsWith(SITE) && (await stat(file).catch(() => null))?.isFile();
  if (!found) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.\n');
  response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(response);
}

/** Listens on the loopback address; port 0 takes any free one. Returns the address of the page. */
export async function serveSite(
  port: number,
): Promise<{ readonly address: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? '/', 'http://localhost').pathname, response).catch(() =>
      response.writeHead(400).end(),
    );
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  );
  return { address: `http://localhost:${(server.address() as AddressInfo).port}/`, server };
}
