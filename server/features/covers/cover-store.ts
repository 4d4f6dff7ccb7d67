/** Where cover pictures lie. Their names are judged before they get here. */
export interface CoverStore {
  /** Stores a picture whole, in place of one of the same name. */
  put(ownerId: string, fileName: string, picture: Uint8Array): Promise<void>;
  find(ownerId: string, fileName: string): Promise<Uint8Array | undefined>;
  /** One that is not there is removed already. */
  remove(ownerId: string, fileName: string): Promise<void>;
  /** The names of an owner's files, of those being stored right now too: of a cover `1.png` as `.1.png.…`. */
  list(ownerId: string): Promise<string[]>;
  /** Every cover of an owner, including one being stored right now. */
  removeAll(ownerId: string): Promise<void>;
}
