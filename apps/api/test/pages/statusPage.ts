import { randomUUID } from "node:crypto"
import { addDomain, type TestAccount, type TestApi } from "../World.ts"

/** The data that nobody may see on a page unless the page's owner chose to show it. */
interface Private {
  readonly monitorId: string
  readonly texts: ReadonlyArray<string>
}

/** A page with one component that follows one domain. */
export interface TestStatusPage {
  readonly id: string
  readonly slug: string
  readonly componentId: string
  readonly owner: TestAccount
  readonly hidden: Private
}

/**
 * Creates a page with a component "Checkout" over a domain whose name and address do not appear. `fields` are
 * additional fields of the request.
 */
export const makeStatusPage = async (
  api: TestApi,
  owner: TestAccount,
  fields: Readonly<Record<string, unknown>> = {}
): Promise<TestStatusPage> => {
  const secret = randomUUID().slice(0, 8)
  const domain = await addDomain(api, owner, { name: `Hidden monitor ${secret}` })
  const slug = `shop-${secret}`
  const created = await api.send("POST", "/api/v1/status-pages", {
    key: owner.key,
    body: { name: "Example Shop", slug, components: [{ name: "Checkout", monitorIds: [domain.id] }], ...fields }
  })
  if (created.status !== 201) throw new Error(`No status page: ${created.text}`)
  const [component] = created.data["components"] as ReadonlyArray<{ readonly id: string }>
  return {
    id: created.data.id,
    slug,
    componentId: component?.id ?? "",
    owner,
    hidden: { monitorId: domain.id, texts: [`Hidden monitor ${secret}`, String(domain["url"]).replace("https://", "")] }
  }
}

export const overrideState = (api: TestApi, page: TestStatusPage, state: string | null) =>
  api.send("PATCH", `/api/v1/status-pages/${page.id}/components/${page.componentId}`, {
    key: page.owner.key,
    body: { state }
  })
