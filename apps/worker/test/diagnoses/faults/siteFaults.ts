import type { CauseClass } from "@mon/diagnosis"
import type { Behaviour } from "@mon/tooling/testbed"
import { SHOP } from "../Laboratory.ts"
import { type Answer, pages } from "./pages.ts"
import { type Build, changed, page, SHOP_TEXT } from "./Build.ts"

const ADDRESSES = [["192.0.2.20"], ["127.0.0.1"]] as const

/**
 * Returns the builder of a fault whose server answers with this page. If the status is below 400, only a text
 * expectation fails.
 */
const answers =
  (pageOf: (settings: Parameters<Build>[0]) => Answer): Build =>
  (settings) => {
    const { expectsText, ...reply } = pageOf(settings)
    return {
      ...(expectsText ? { expect: SHOP_TEXT } : {}),
      inject: ({ site }) => site.behave(reply)
    }
  }

const afterDeployment: Build = ({ minutesAfter, status }) => ({
  intervalMs: 60_000,
  inject: async ({ ageChecks, execute, site }) => {
    await ageChecks()
    await execute(`
      insert into marker (account_id, monitor_id, at, text)
      select account_id, id, mon_now() - interval '${Number(minutesAfter)} minutes', 'Deployed 4.2.0'
      from monitor where id = $1::bigint`)
    site.behave({ status: Number(status), body: page(`${Number(status)}`, "<hr><center>nginx/1.27</center>") })
  }
})

const ITEMS = { headers: { "content-type": "application/json", "x-stock": "full" }, body: '{"items":["book"]}' }

/** The milliseconds until the n-th of twelve answers. */
const growth: Readonly<Record<string, (index: number) => number>> = {
  linear: (index) => 80 + index * 150,
  exponential: (index) => 60 * 1.6 ** index,
  steps: (index) => (index < 6 ? 90 : index < 9 ? 700 : 1_900),
  saw: (index) => 80 + index * 200 + (index % 2) * 150,
  slow_hours: (index) => 120 + index * 90
}
const GROWING = 12

const overload: Build = ({ end, growth: kind }) => {
  // The waits are half as long, so that the fault ends in time.
  const waits = Array.from({ length: GROWING }, (_, index) => Math.round((growth[String(kind)]?.(index) ?? 0) / 2))
  const [, status] = String(end).split("status_")
  const last = Math.max(...waits)
  return {
    timeoutMs: last + 1_500,
    intervalMs: 100,
    inject: ({ site }) => {
      let count = 0
      site.behave(() => {
        const delayMs = waits[count]
        count += 1
        if (delayMs !== undefined) return { ...SHOP, delayMs }
        return status === undefined
          ? { hang: "before-headers" }
          : { status: Number(status), body: page(`${status} Error`, "<hr><center>nginx/1.27</center>") }
      })
    }
  }
}

const redirectLoop: Build = ({ length, loop }) => ({
  inject: ({ host, site }) =>
    site.behave(({ path }) => {
      const step = Number(/\d+/u.exec(path)?.[0] ?? 0)
      if (loop === "growing_path") return { redirectTo: `${path.replace(/\/$/u, "")}/x` }
      if (loop === "slash" && length === 2) return { redirectTo: path.endsWith("/") ? "/shop" : "/shop/", status: 301 }
      return { redirectTo: `http://${host}:${site.port}/${(step + 1) % Number(length)}`, status: 301 }
    })
})

const HOSTS: Readonly<Record<string, string>> = {
  other_domain: "elsewhere.example.org",
  parking: "lander.seller-of-names.com",
  ip_address: "127.0.0.7",
  hosting_panel: "panel.some-hoster.com"
}

const redirectToOtherHost: Build = ({ final, to }) => {
  if (final === "ok") return "the check passes: the changed redirect is reported, but no incident is opened"
  return {
    ...(final === "expectation_failed" ? { expect: SHOP_TEXT } : {}),
    inject: async ({ domain, host, resolver, serve, site }) => {
      const target = to === "staging_host" ? `staging.${domain}` : (HOSTS[String(to)] ?? "")
      const elsewhere: Behaviour = { status: final === "not_found" ? 404 : 200, body: page("Elsewhere") }
      if (to === "ip_address") await serve(target, elsewhere)
      else resolver.zone.set(target, { A: [site.host] })
      site.behave((request) =>
        request.host.startsWith(host) ? { redirectTo: `http://${target}:${site.port}/` } : elsewhere
      )
    }
  }
}

const FORM = page("Sign in", '<form><input name="user"><input type="password" name="password"></form>')

const loginWall: Build = ({ before, how }) => {
  const isText = how !== "status_401_basic" && how !== "status_403_form"
  return {
    ...(isText ? { expect: SHOP_TEXT } : {}),
    ...(before === "public_with_text" ? { expect: SHOP_TEXT } : {}),
    inject: ({ domain, resolver, site }) => {
      const form: Behaviour = { body: FORM }
      if (how === "status_401_basic")
        return site.behave({ status: 401, body: page("401"), headers: { "www-authenticate": 'Basic realm="x"' } })
      if (how === "status_403_form") return site.behave({ status: 403, body: FORM })
      if (how === "redirect_to_login")
        return site.behave(({ path }) => (path.startsWith("/login") ? form : { redirectTo: "/login?next=/" }))
      if (how === "single_sign_on") {
        resolver.zone.set(`sso.${domain}`, { A: [site.host] })
        return site.behave((request) =>
          request.host.startsWith("sso.") ? form : { redirectTo: `http://sso.${domain}:${site.port}/oauth2/authorize` }
        )
      }
      return site.behave(form)
    }
  }
}

const suspendedPage: Build = (settings) => {
  const built = answers(pages.suspended_page)(settings)
  if (settings["status"] !== 302 || typeof built === "string") return built
  const { expectsText: _, ...reply } = pages.suspended_page(settings)
  return {
    ...built,
    inject: ({ site }) =>
      site.behave(({ path }) => (path.includes("suspended") ? reply : { redirectTo: "/cgi-sys/suspendedpage.cgi" }))
  }
}

const CHANGED_PAGES: Readonly<Record<string, string>> = {
  reworded: page("Store", "<p>We sell things.</p>".repeat(50)),
  empty_list: '{"items":[]}',
  other_language: page("Laden", "<p>Wir verkaufen Dinge.</p>".repeat(50)),
  truncated: "<html><head><title>Sho"
}

const expectedTextGone: Build = ({ expectation, page: kind }) => {
  const body = CHANGED_PAGES[String(kind)] ?? ""
  const inject: Extract<ReturnType<Build>, object>["inject"] = ({ site }) => site.behave({ body })
  switch (expectation) {
    case "json":
      return { good: ITEMS, expect: [{ json: "$.items[0]", equals: "book" }], inject }
    case "header":
      return { good: ITEMS, expect: [{ header: "x-stock", equals: "full" }], inject }
    case "pattern":
      return { expect: [{ matches: "Our (shop|store)" }], inject }
    case "not_text_appeared":
      return {
        expect: [{ text: "Sold out", absent: true }],
        inject: ({ site }) => site.behave({ body: `${body}<p>Sold out</p>` })
      }
    default:
      return { expect: SHOP_TEXT, inject }
  }
}

const parkedPage: Build = (settings) => {
  const built = answers(pages.parked_page)(settings)
  if (typeof built === "string") return built
  const { with: other } = settings
  return {
    ...built,
    inject: async (bench) => {
      if (other === "name_servers_changed") await changed("NS", ["ns1.parking.example."], ["ns1.lab.com."])(bench)
      if (other === "address_changed") await changed("A", ADDRESSES[0], ADDRESSES[1])(bench)
      await built.inject(bench)
    }
  }
}

export const siteFaults = {
  error_after_deployment: afterDeployment,
  bad_gateway: answers(pages.bad_gateway),
  service_unavailable: answers(pages.service_unavailable),
  gateway_timeout: answers(pages.gateway_timeout),
  cdn_origin_error: answers(pages.cdn_origin_error),
  host_error_page: answers(pages.host_error_page),
  redirect_loop: redirectLoop,
  redirect_to_other_host: redirectToOtherHost,
  overload,
  bot_wall: answers(pages.bot_wall),
  login_wall: loginWall,
  parked_page: parkedPage,
  suspended_page: suspendedPage,
  application_error: answers(pages.application_error),
  expected_text_gone: expectedTextGone,
  page_gone: answers(pages.page_gone)
} as const satisfies Partial<Record<CauseClass, Build>>
