/** Says what to do about a folder that cannot be made or written. Other errors stay as they are. */
export function explainFolderError(folder: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EACCES' || code === 'EPERM')
    return new Error(
      `The user who runs Fieldport may not write to ${folder}. Give that folder to this user, or set DATA_DIR to another one.`,
      {
        cause: error,
      },
    )
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new Error(`${folder} cannot be a folder: it is a file, or lies below one. Set DATA_DIR to a folder.`, { cause: error })
  if (code === 'EROFS')
    return new Error(`The disk of ${folder} takes no writes. Set DATA_DIR to a folder on another one.`, { cause: error })
  return error
}
