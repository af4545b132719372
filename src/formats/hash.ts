// Names data by its SHA-256, so that equal content has one name everywhere.
import { canonicalJson } from './canonical.ts';
import { tableForm } from './choice-table.ts';
import type { Dataset, DatasetContent } from './dataset.ts';
import { responseForm } from './response-table.ts';

/** SHA-256 as 64 hex digits of bytes, or of a text in UTF-8. Throws where Web Crypto is missing (plain http). */
export async function sha256(data: Uint8Array | string): Promise<string> {
  const subtle = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  if (!subtle) throw new Error('no Web Crypto here: open the page over https or from localhost');
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data.slice();
  const digest = await subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What the hash of `content` covers: of tables the hashes of their columns. */
async function formOf(content: DatasetContent): Promise<unknown> {
  if (content.schema === 'portability') return tableForm(content, sha256);
  return content.schema === 'beliefs' ? responseForm(content, sha256) : content;
}

/** SHA-256 of the canonical form of `content`. */
export const contentHash = async (content: DatasetContent): Promise<string> =>
  sha256(canonicalJson(await formOf(content)));

/** A dataset of `content`, named by its hash. Name, condition, source and history are not part of the hash. */
export async function datasetOf<Content extends DatasetContent>(
  content: Content,
  about: Omit<Dataset, 'hash' | 'content'>,
): Promise<Dataset<Content>> {
  const { name, condition, source, history } = about;
  return { hash: await contentHash(content), name, condition, source, history, content };
}
