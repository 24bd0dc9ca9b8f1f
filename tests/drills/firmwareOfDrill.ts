/** What the drills of the container publish: the detector's flash then holds the file without its last 16 bytes. */
const imageBytes = 20_000

export const firmwareOfDrill = {
  versionName: '1.0',
  imageBytes,
  file: Buffer.from(Array.from({ length: imageBytes + 16 }, (_, index) => (index * 167 + 13) % 251)),
}
