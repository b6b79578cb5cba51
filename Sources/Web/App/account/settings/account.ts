/** What the service says about the account of whoever is signed in. */

import type { Account } from "../../source/api.ts";
import { callService } from "../../source/session.ts";

/** The account, asked for anew. */
export async function showAccount(): Promise<Account> {
  return await callService("GET", "/v1/account") as Account;
}
