/** Names are validated before they are passed in. A store that cannot be reached throws an UnavailableError. */
export interface CoverStore {
  /** Stores a picture completely or not at all. */
  put(ownerId: string, fileName: string, picture: Uint8Array): Promise<void>;
  find(ownerId: string, fileName: string): Promise<Uint8Array | undefined>;
  /** Undefined if this server has to serve it, or there is no picture. */
  findPublicUrl(ownerId: string, fileName: string): Promise<string | undefined>;
  remove(ownerId: string, fileName: string): Promise<void>;
  /** The names of an owner's files. A cover `1.png` that is being stored right now is listed as `.1.png.…`. */
  list(ownerId: string): Promise<string[]>;
  removeAll(ownerId: string): Promise<void>;
  /** Checks that covers can be stored. Only stores that the check of the disk does not cover have this. */
  checkWrites?(): Promise<void>;
}

export interface MovableCovers extends Pick<CoverStore, "put" | "find" | "remove"> {
  listAll(): AsyncIterable<CoverName>;
}

export interface CoverName {
  owner_id: string;
  file_name: string;
}
