import { randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { access, constants, type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Replaces a file at one stroke, with a backup beside it, and says what that is called. Whatever fails, the file is as
 * it was, and nothing else is left behind.
 */
export async function replaceFile(file: string, before: Uint8Array, after: string): Promise<string> {
  // A link stays one: what it leads to is replaced.
  const target = await realpath(file)
  // Renaming needs no right to write to the file, but whoever took that right away meant it.
  await access(target, constants.W_OK)
  const facts = await stat(target)
  const next = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`)
  let backup: string | undefined
  try {
    await writeNew(next, Buffer.from(after), facts)
    backup = await writeBackup(file, before, facts)
    await rename(next, target)
  } catch (error) {
    await rm(next, { force: true })
    if (backup !== undefined) await rm(backup, { force: true })
    throw error
  }
  await syncDirectory(dirname(target))
  return backup
}

/** The first name that is free: an earlier backup may be the only one of what the file once was. */
async function writeBackup(file: string, bytes: Uint8Array, facts: Stats): Promise<string> {
  for (let i = 0; ; i++) {
    const backup = i === 0 ? `${file}.bak` : `${file}.bak.${i}`
    try {
      await writeNew(backup, bytes, facts)
      return backup
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Writes a file that is not there yet, and that nobody may read who may not read the one that it stands for. */
async function writeNew(file: string, bytes: Uint8Array, facts: Stats): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await likeBefore(handle, facts)
    await handle.sync()
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

async function likeBefore(handle: FileHandle, { uid, gid, mode }: Stats): Promise<void> {
  const own = await handle.stat()
  // Only root may give files away; for others the file becomes their own, as with any editor.
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => {})
  await handle.chmod(mode & 0o7777)
}

/** So that the new name outlives a loss of power, where directories can be synced at all. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
