import type { ContentRules } from "../ContentRule.ts"

const SAID = [
  String.raw`(?:coming|opening|launching|arriving|available) (?:very )?soon`,
  String.raw`(?:we(?:['’]re| are)|site is|website is|page is|currently|still) (?:almost |nearly )?(?:under construction|ready to launch|launching|being built|building)`,
  String.raw`under construction|pardon our dust|in the works and will be|future home of`,
  String.raw`(?:our|the|a) (?:new )?(?:web ?)?site is (?:coming|on its way|on the way|almost)`,
  String.raw`something (?:\w+ )?is (?:coming|on the way|brewing)|stay tuned`,
  String.raw`(?:im|in) aufbau|entsteht (?:eine|unsere|hier)|hier entsteht|demnächst|kommt bald|in kürze online|(?:bald|demnächst) (?:verfügbar|online|für sie da)|baustelle`,
  String.raw`próximamente|muy pronto|en construcción|estamos construyendo`,
  String.raw`(?:en construction|bientôt (?:disponible|en ligne)|prochainement|ouverture prochaine|arrive bientôt)`,
  String.raw`in (?:costruzione|arrivo|allestimento)|prossimamente|prossima apertura|presto (?:online|disponibile)`,
  String.raw`em construção|em breve|brevemente`,
  String.raw`in aanbouw|onder constructie|binnenkort (?:online|beschikbaar|open)|(?:komt|komen) (?:binnenkort|eraan)`,
  String.raw`w budowie|wkrótce(?: otwarcie| startujemy)?|strona w przygotowaniu|już wkrótce`,
  String.raw`в разработке|скоро (?:открытие|откроется|открываемся|здесь|будет)|сайт (?:находится )?(?:в стадии|на стадии) (?:разработки|строительства)`,
  String.raw`yapım aşamasında|çok yakında|yakında (?:açılıyor|sizlerle|hizmetinizdeyiz|burada)?`,
  String.raw`近日(?:公開|オープン|開店)|準備中|工事中|まもなく(?:公開|オープン)|作成中`,
  String.raw`(?:即将|即將|敬请期待|敬請期待|建设中|建設中|正在建设|正在建設)(?:上线|上線|推出|开放|開放|到来)?`
].join("|")

const HEAD = new RegExp(String.raw`^(?:[^\n]{1,60}[-–|:] )?(?:[^\n]{0,40} )?(?:${SAID})`, "iu")

const FIRST = new RegExp(String.raw`^(?:[^\n]{0,40}\n)?(?:[^\n]{1,40}[-–|:!.] ?)?(?:[^\n]{0,30} )?(?:${SAID})`, "iu")

const ABSENT =
  /\bshop\b|\bproducts?\b|add to (?:cart|basket)|pre-?order|posted (?:on|by)|\d+ comments|read more|in stock|how to|changelog|\?\s/iu

export const comingSoonPages: ContentRules = {
  code: "coming_soon",
  rules: [
    {
      family: "shopify",
      title: /Opening Soon$/u,
      heading: /^Opening soon$/iu,
      most: 1_500,
      reference: "Shopify, password page"
    },
    { title: HEAD, most: 1_500, absent: ABSENT, reference: "SeedProd, CMP and pages that people write" },
    { heading: HEAD, most: 1_200, absent: ABSENT, reference: "SeedProd, CMP and pages that people write" },
    { visible: FIRST, most: 500, absent: ABSENT, reference: "SeedProd, CMP and pages that people write" }
  ]
}
