/** Pages of records as one block of bytes, from which a core begins again: the service's own bytes, whatever build reads them. */

const magic = new TextEncoder().encode("daybookp");
/** Magic, checksum and length; then the workspace, and each page behind its length. */
const headByteCount = 16;
const workspaceByteCount = 36;

/** Joins pages, in the order in which they were taken in. */
export function join(workspace: string, pages: readonly Uint8Array[]): Uint8Array {
  const count = pages.reduce((sum, page) => sum + 4 + page.length, headByteCount + workspaceByteCount);
  const bytes = new Uint8Array(count);
  const numbers = new DataView(bytes.buffer);
  bytes.set(magic);
  numbers.setUint32(12, count, true);
  bytes.set(new TextEncoder().encode(workspace).subarray(0, workspaceByteCount), headByteCount);
  let at = headByteCount + workspaceByteCount;
  for (const page of pages) {
    numbers.setUint32(at, page.length, true);
    bytes.set(page, at + 4);
    at += 4 + page.length;
  }
  numbers.setUint32(8, checksum(bytes), true);
  return bytes;
}

/** Takes apart what `join` made. @returns undefined for bytes that are damaged or of another workspace. */
export function split(workspace: string, bytes: Uint8Array): Uint8Array[] | undefined {
  if (bytes.length < headByteCount + workspaceByteCount) return undefined;
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const name = new TextDecoder().decode(bytes.subarray(headByteCount, headByteCount + workspaceByteCount));
  if (!magic.every((byte, at) => bytes[at] === byte) || name !== workspace) return undefined;
  if (numbers.getUint32(12, true) !== bytes.length || numbers.getUint32(8, true) !== checksum(bytes)) return undefined;
  const pages: Uint8Array[] = [];
  let at = headByteCount + workspaceByteCount;
  while (at + 4 <= bytes.length) {
    const end = at + 4 + numbers.getUint32(at, true);
    if (end > bytes.length) return undefined;
    pages.push(bytes.slice(at + 4, end));
    at = end;
  }
  return at === bytes.length ? pages : undefined;
}

/** FNV-1a, 32 bits (Fowler, Noll, Vo), over all behind the checksum. */
function checksum(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (let at = 12; at < bytes.length; at += 1) sum = Math.imul(sum ^ (bytes[at] ?? 0), 0x01000193);
  return sum >>> 0;
}
