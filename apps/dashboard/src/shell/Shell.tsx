import { lazy, type ReactNode, Suspense, useMemo, useState } from "react"
import { Link, useLocation } from "wouter"
import { screensOf } from "../api/generalKinds.ts"
import { useAccount, useBranding, useMonitors } from "../api/queries.ts"
import { useRank } from "../api/rank.ts"
import { useLanguage } from "../words/language.ts"
import { Bars } from "./Bars.tsx"
import { useChord, useKeys, useSequence } from "../ui/keys.ts"
import { accountDestinations, addDestination, destinationsFor, mainDestinations } from "./navigation.ts"
import css from "./Shell.module.css"
import type { ShellDialog } from "./ShellDialogs.tsx"

const ShellDialogs = lazy(() => import("./ShellDialogs.tsx"))

const NavLink = ({
  children,
  href,
  label
}: {
  readonly href: string
  readonly label: string
  readonly children?: ReactNode
}) => {
  const [path] = useLocation()
  const isHere = href === "/" ? path === "/" : path.startsWith(href)
  return (
    <Link href={href} className={css["link"]} aria-current={isHere ? "page" : undefined}>
      {label}
      {children}
    </Link>
  )
}

const UNSEEN_SHOWN = 99

const DownCount = ({ list }: { readonly list: string }) => {
  const { words } = useLanguage()
  const monitors = useMonitors().data ?? []
  const count = monitors.filter(({ kind, state }) => state === "down" && screensOf(kind) === list).length
  return count === 0 ? null : (
    <span className={css["count"]} aria-label={words.nav.downCount(count)} role="img">
      {count}
    </span>
  )
}

const UnseenCount = () => {
  const { words } = useLanguage()
  const count = (useMonitors().data ?? []).reduce((sum, { unseen }) => sum + unseen, 0)
  return count === 0 ? null : (
    <span className={`${css["count"]} ${css["fair"]}`} aria-label={words.nav.unseenCount(count)} role="img">
      {count > UNSEEN_SHOWN ? `${UNSEEN_SHOWN}+` : count}
    </span>
  )
}

/** The paths that two-key shortcuts open, by the second key. The first key is G. */
const GO: Readonly<Record<string, string>> = {
  o: "/",
  d: "/domains",
  i: "/incidents",
  p: "/pages",
  m: "/mail",
  n: "/notifications",
  s: "/settings"
}

const WorkspaceMark = () => {
  const { logo = null, name = null } = useBranding().data ?? {}
  return logo === null && name === null ? null : (
    <p className={css["workspace"]}>
      {logo === null ? null : <img src={logo} alt={name === null ? "Logo" : ""} />}
      {name === null ? null : <bdi>{name}</bdi>}
    </p>
  )
}

export const Shell = ({ children }: { readonly children: ReactNode }) => {
  const { words } = useLanguage()
  const account = useAccount().data
  const rank = useRank()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<ShellDialog | null>(null)
  const [wasOpened, setOpened] = useState(false)
  if (open !== null && !wasOpened) setOpened(true)
  useChord(
    "k",
    useMemo(() => () => setOpen("palette"), [])
  )
  useKeys(
    useMemo(
      () => ({
        n: () => {
          if (rank !== "member") navigate("/add")
        },
        "?": () => setOpen("shortcuts")
      }),
      [rank, navigate]
    )
  )
  useSequence(
    "g",
    useMemo(() => Object.fromEntries(Object.entries(GO).map(([key, path]) => [key, () => navigate(path)])), [navigate])
  )
  return (
    <div className={css["shell"]}>
      <a className={css["skip"]} href="#content">
        {words.nav.skip}
      </a>
      <header className={css["side"]}>
        <p className={css["brand"]}>{words.app}</p>
        <WorkspaceMark />
        <button type="button" className={css["search"]} onClick={() => setOpen("palette")}>
          {words.nav.search} <kbd>Ctrl K</kbd>
        </button>
        <nav className={css["nav"]} aria-label={words.nav.main}>
          {destinationsFor(mainDestinations, rank ?? "owner").map(({ href, isTab, label }) => (
            <div key={href} className={isTab === true ? undefined : css["wide"]}>
              <NavLink href={href} label={words.nav[label]}>
                {label === "pages" ? <UnseenCount /> : <DownCount list={href} />}
              </NavLink>
            </div>
          ))}
          <div className={css["onPhone"]}>
            <NavLink href="/more" label={words.nav.more} />
          </div>
          <div className={css["wide"]}>
            <p className={css["part"]}>{words.nav.account}</p>
            {destinationsFor(accountDestinations, rank).map(({ href, label }) => (
              <NavLink key={href} href={href} label={words.nav[label]} />
            ))}
          </div>
        </nav>
        <div className={css["foot"]}>
          {destinationsFor([addDestination], rank).map(({ href, label }) => (
            <NavLink key={href} href={href} label={words.nav[label]} />
          ))}
          <a className={css["link"]} href="/docs">
            {words.nav.api}
          </a>
          {account === undefined ? null : (
            <Link href="/settings" className={css["person"]} title={words.nav.settings}>
              {account.email}
            </Link>
          )}
        </div>
      </header>
      <main id="content" tabIndex={-1} className={css["main"]}>
        <Bars />
        {children}
      </main>
      {wasOpened ? (
        <Suspense fallback={null}>
          <ShellDialogs open={open} onChange={setOpen} />
        </Suspense>
      ) : null}
    </div>
  )
}
