import { Link } from "wouter"
import { useRank } from "../api/rank.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { Nothing } from "../ui/Screen.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { welcomeDe } from "./welcome.de.ts"
import { welcomeEn } from "./welcome.en.ts"
import css from "./Welcome.module.css"

const welcomeWords = { en: welcomeEn, de: welcomeDe } as const

/** Shows the first steps of an account without monitors. */
const Welcome = () => {
  const { words } = useLanguage()
  const welcome = useScreenWords(welcomeWords)
  if (useRank() === "member") return <Nothing title={welcome.shared} hint={welcome.sharedHint} />
  return (
    <section className={css["welcome"]}>
      <h2>{welcome.title}</h2>
      <p className={css["soft"]}>{welcome.hint}</p>
      <ol className={css["steps"]}>
        <li>
          <h3>{welcome.sites}</h3>
          <p>{welcome.sitesHint}</p>
          <ButtonLink href="/add" kind="primary">
            {words.nav.add}
          </ButtonLink>
        </li>
        <li>
          <h3>{welcome.alerts}</h3>
          <p>{welcome.alertsHint}</p>
          <Link href="/channels">{welcome.alertsLink}</Link>
        </li>
        <li>
          <h3>{welcome.team}</h3>
          <p>{welcome.teamHint}</p>
          <Link href="/team">{welcome.teamLink}</Link>
        </li>
      </ol>
    </section>
  )
}

export default Welcome
