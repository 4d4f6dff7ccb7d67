export const coverTypes = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
} as const;
export type CoverExtension = keyof typeof coverTypes;

/** How long caches may keep a cover: at most a day after it was deleted. */
export const coverCacheControl = "public, max-age=86400";

const filePattern = /^\d{10,17}\.(jpg|png|webp|avif|gif)$/;

/** The extension of a cover's file; undefined if this is not the name of a cover. */
export function findCoverExtension(fileName: string): CoverExtension | undefined {
  return filePattern.exec(fileName)?.[1] as CoverExtension | undefined;
}
