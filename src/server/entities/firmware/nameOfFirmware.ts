/** A firmware as an option or a link: "5.3 (English)". */
export function nameOfFirmware({ versionName, language }: { versionName: string; language: string }): string {
  return `${versionName} (${language})`
}
