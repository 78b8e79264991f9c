import { useState } from "react"
import { Link } from "wouter"
import { useAccount } from "../api/queries.ts"
import { useRank } from "../api/rank.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { chooseLanguage, useLanguage } from "../words/language.ts"
import css from "./More.module.css"
import { accountDestinations, addDestination, destinationsFor, mainDestinations } from "./navigation.ts"
import { currentTheme, nextTheme } from "../ui/theme.ts"

const More = () => {
  const { words } = useLanguage()
  const account = useAccount().data
  const [theme, setTheme] = useState(currentTheme)
  const others = destinationsFor([addDestination, ...mainDestinations, ...accountDestinations], useRank()).filter(
    ({ isTab }) => isTab !== true
  )
  return (
    <>
      <title>{`${words.nav.more} · ${words.app}`}</title>
      <h1>{words.nav.more}</h1>
      <div className={css["more"]}>
        <Card title={account?.email ?? words.app}>
          <ul className={css["list"]}>
            {others.map(({ href, label }) => (
              <li key={href}>
                <Link href={href}>{words.nav[label]}</Link>
              </li>
            ))}
            <li>
              <a href="/docs">{words.nav.api}</a>
            </li>
          </ul>
          <div className={css["actions"]}>
            <Button onClick={() => setTheme(nextTheme())}>{words.nav.theme[theme]}</Button>
            <Button
              lang={words.language === "en" ? "de" : "en"}
              onClick={() => void chooseLanguage(words.language === "en" ? "de" : "en")}
            >
              {words.nav.switchLanguage}
            </Button>
            <form method="post" action="/signout">
              <Button type="submit">{words.nav.signOut}</Button>
            </form>
          </div>
        </Card>
      </div>
    </>
  )
}

export default More
