import type { TestAccount, TestApi, World } from "./World.ts"
import { linkTo, type Visitor, visitor } from "./pages/Visitor.ts"

/** The password that a stranger has chosen. */
export const PLANTED = "planted by a stranger"
/** The password that the owner of the address chooses. */
export const CHOSEN = "chosen by the owner"

/** A person who took an unconfirmed address with a copied invitation link. */
export interface Planted {
  readonly email: string
  readonly host: TestAccount
  readonly stranger: Visitor
}

const inviteBy = async ({ send }: TestApi, { key }: TestAccount, email: string): Promise<string> => {
  const response = await send("POST", "/api/v1/team/invite", { key, body: { email, domainAccess: [] } })
  if (response.status !== 201) throw new Error(`Not invited: ${response.text}`)
  return String(response.data["membershipId"])
}

/** Invites somebody, and returns the path of the link that the inviter copies. */
export const copiedLink = async (api: TestApi, host: TestAccount, email: string): Promise<string> => {
  const membershipId = await inviteBy(api, host, email)
  const { data } = await api.send("POST", `/api/v1/team/${membershipId}/link`, { key: host.key })
  return new URL(String(data["url"])).pathname
}

/** Invites somebody, and returns the path of the link in the email. */
export const mailedLink = async (world: World, api: TestApi, email: string): Promise<string> => {
  await inviteBy(api, await world.account("agency"), email)
  return linkTo(world, email)
}

let victims = 0

/** Lets a stranger invite an address, copy the link, and choose the password. */
export const plant = async (world: World, api: TestApi): Promise<Planted> => {
  victims += 1
  const email = `victim${victims}@example.net`
  const host = await world.account("agency")
  const stranger = visitor(api)
  const joined = await stranger.post(await copiedLink(api, host, email), { name: "Eve", password: PLANTED })
  if (joined.status !== 303) throw new Error(`Not planted: ${joined.status}`)
  return { email, host, stranger }
}
