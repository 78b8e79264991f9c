/** The English texts of the question what to monitor. */
export const whatToAddEn = {
  question: "What do you want to monitor?",
  site: { name: "A site", about: "Is it up?" },
  page: { name: "A page", about: "Did it change?" },
  job: { name: "A job", about: "Did it run in time?" },
  server: { name: "A server", about: "Is its port open?" },
  mail: { name: "A mail server", about: "Does it take mail?" },
  database: { name: "A database", about: "Does it answer?" }
}
