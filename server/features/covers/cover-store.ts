/** Where cover pictures lie. Their names are judged before they get here. */
export interface CoverStore {
  /** Stores a picture whole, in place of one of the same name. */
  put(owner_id: string, file_name: string, picture: Uint8Array): Promise<void>;
  find(owner_id: string, file_name: string): Promise<Uint8Array | undefined>;
  /** One that is not there is removed already. */
  remove(owner_id: string, file_name: string): Promise<void>;
  /** Every cover of an owner, including one being stored right now. */
  removeAll(owner_id: string): Promise<void>;
}
