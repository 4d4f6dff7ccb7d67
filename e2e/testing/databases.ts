import { randomBytes } from "node:crypto";
import pg from "pg";

/**
 * Creates a database on the server of another one.
 * @param template the address of the database to copy, which nobody may be connected to
 * @returns its address
 */
export async function createDatabase(server: string, template?: string): Promise<string> {
  const name = `paraline_e2e_${randomBytes(6).toString("hex")}`;
  const copied = template === undefined ? "" : `template ${nameIn(template)}`;
  await run(server, `create database ${name} ${copied}`);
  return new URL(name, server).href;
}

export async function dropDatabase(address: string): Promise<void> {
  await run(new URL("postgres", address).href, `drop database ${nameIn(address)} with (force)`);
}

const nameIn = (address: string) => new URL(address).pathname.slice(1);

async function run(address: string, statement: string): Promise<void> {
  const client = new pg.Client(address);
  await client.connect();
  await client.query(statement);
  await client.end();
}
