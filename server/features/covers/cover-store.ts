/**
 * Where cover pictures are stored. Their names are validated before they get here, and a name stands for one picture as long as it
 * exists. A store that cannot be reached throws an UnavailableError.
 */
export interface CoverStore {
  /** Stores a picture whole, or not at all. */
  put(ownerId: string, fileName: string, picture: Uint8Array): Promise<void>;
  /** Undefined where there is none. */
  find(ownerId: string, fileName: string): Promise<Uint8Array | undefined>;
  /** Where browsers can read the picture without this server; undefined where it has to serve it, or there is none. */
  findPublicAddress(ownerId: string, fileName: string): Promise<string | undefined>;
  /** One that is not there is removed already. */
  remove(ownerId: string, fileName: string): Promise<void>;
  /** The names of an owner's files, of those being stored right now too: of a cover `1.png` as `.1.png.…`. */
  list(ownerId: string): Promise<string[]>;
  /** Every cover of an owner, including one being stored right now. */
  removeAll(ownerId: string): Promise<void>;
  /** Proves that covers can be stored, where the check of the disk does not. */
  checkWrites?(): Promise<void>;
}

/** What the covers of one store are moved with. */
export interface MovableCovers extends Pick<CoverStore, "put" | "find" | "remove"> {
  /** Every cover of every owner. */
  listAll(): AsyncIterable<CoverName>;
}

export interface CoverName {
  owner_id: string;
  file_name: string;
}
