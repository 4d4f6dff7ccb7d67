/** Does something several times, one after the other. */
export async function repeat(times: number, work: (index: number) => unknown): Promise<void> {
  for (let index = 0; index < times; index += 1) await work(index);
}
