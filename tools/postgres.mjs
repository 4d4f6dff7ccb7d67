/** @returns {Promise<{ url: string, stop: () => Promise<void> }>} */
export async function startPostgres() {
  return { url: "postgres://x", stop: async () => {} };
}
