// Starts a WebAssembly module from its bytes in base64, where the thread can run one.

function stop(): never {
  throw new Error('the WebAssembly module stopped');
}

/** What the module exports; null without WebAssembly or SIMD, or where a policy forbids compilation. */
export function startModule<Exports>(base64: string): Exports | null {
  if (typeof WebAssembly === 'undefined') return null;
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { abort: stop } });
    return exports as unknown as Exports;
  } catch {
    return null;
  }
}
