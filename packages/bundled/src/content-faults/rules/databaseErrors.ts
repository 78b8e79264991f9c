import type { ContentRules } from "../ContentRule.ts"
import { ARTICLE } from "./articles.ts"

const MESSAGE = 1_500
const SENTENCE = 600

/**
 * The sentence that WordPress shows if its database fails, in all its languages (wp-includes/functions.php, dead_db).
 */
const WORDPRESS = [
  "Error establishing a database connection",
  "Fehler beim Aufbau einer Datenbankverbindung",
  "Error (?:al establecer|estableciendo) una conexión con la base de datos",
  "Erreur lors de la connexion à la base de données",
  "Errore nello stabilire una connessione al database",
  "Errore nella connessione al database",
  "Errore nello stabilire la connessione al database",
  "Erro ao estabelecer uma conexão com o banco de dados",
  "Erro ao estabelecer uma ligação à base de dados",
  "Fout bij het maken van (?:een )?verbinding met de database",
  "Foutmelding bij het maken van een databaseverbinding",
  "Błąd podczas (?:łączenia się|łączenia|nawiązywania połączenia) z bazą danych",
  "Błąd połączenia z bazą danych",
  "Ошибка установки соединения с базой данных",
  "Ошибка при установке соединения с базой данных",
  "Veritabanı bağlantısı kurulurken (?:bir )?hata",
  "Veri ?tabanı bağlantısı kurulamadı",
  "データベース接続確立エラー",
  "建立数据库连接时出错",
  "建立資料庫連線時發生錯誤"
].join("|")

/** The sentences that drivers and products show when a database refuses a connection. */
const REFUSED = [
  String.raw`SQLSTATE\[(?:HY000|08\w{3}|28\w{3}|42000)\] ?\[\d+\]`,
  String.raw`SQLSTATE\[(?:HY000|08\w{3}|28\w{3})\]`,
  String.raw`Can['’]t connect to (?:local )?(?:MySQL|MariaDB|server)`,
  String.raw`Access denied for user '[^'\n]*'@'[^'\n]*'`,
  String.raw`(?:MySQL|MariaDB) server has gone away`,
  String.raw`Lost connection to (?:MySQL|MariaDB) server`,
  String.raw`\(HY000/\d{4}\): `,
  String.raw`MySQL Error: \d{4}\b`,
  String.raw`Could not connect: `,
  String.raw`Too many connections`,
  String.raw`User [\w@'.-]+ already has more than 'max_user_connections' active connections`,
  String.raw`could not connect to server: `,
  String.raw`connection to server (?:at|on) "?[^\n"]+"?,? (?:port \d+ )?failed`,
  String.raw`FATAL: +(?:password authentication failed|sorry, too many clients|the database system is|remaining connection slots|database "[^\n"]*" does not exist|no pg_hba\.conf entry)`,
  String.raw`ORA-\d{5}: `,
  String.raw`A network-related or instance-specific error occurred while establishing a connection to SQL Server`,
  String.raw`Cannot open database "[^\n"]+" requested by the login`,
  String.raw`Login failed for user '`,
  String.raw`MongoServerSelectionError|MongoNetworkError|No suitable servers found`,
  String.raw`connect ECONNREFUSED [\d.:a-f]+`,
  String.raw`Unknown database '`,
  String.raw`NOAUTH Authentication required|Redis connection to \S+ failed|RedisException`
].join("|")

/** The pattern of the text before a sentence about a refused connection, on a page without other content. */
const BEFORE = String.raw`(?:[^\n]{0,120}\n){0,4}[^\n]{0,200}?`

export const databaseErrors: ContentRules = {
  code: "application_error",
  rules: [
    {
      family: "mediawiki",
      heading:
        /^(?:Sorry! This (?:site|wiki) is experiencing technical difficulties\.|MediaWiki [\d.]+ internal error)$/u,
      reference: "mediawiki includes/exception/MWExceptionRenderer.php"
    },
    {
      family: "database",
      visible: new RegExp(String.raw`^(?:WordPress\n)?(?:${WORDPRESS})`, "iu"),
      most: MESSAGE,
      absent: ARTICLE,
      reference: "wordpress wp-includes/functions.php, dead_db, and its translations"
    },
    {
      family: "database",
      title:
        /^(?:Database Error|Datenbankfehler|Error (?:de|en) (?:la )?base de datos|Erreur de (?:la )?base de données|Errore (?:del |nel )?database|Erro (?:de|do|no|na|da) (?:banco|base) de dados|Databasefout|Błąd bazy danych|Ошибка базы данных|Veri ?tabanı hatası|データベースエラー|数据库错误|資料庫錯誤)$/iu,
      heading: /\S/u,
      most: SENTENCE,
      reference: "wordpress wp-includes/functions.php, dead_db, in any language"
    },
    {
      family: "database",
      visible: new RegExp(String.raw`^${BEFORE}(?:${REFUSED})`, "u"),
      most: SENTENCE,
      absent: ARTICLE,
      reference: "messages of MySQL, MariaDB, PostgreSQL, Oracle, SQL Server, MongoDB and their drivers"
    },
    {
      family: "database",
      visible:
        /^(?:[^\n]{0,80}\n){0,2}(?:Error: )?(?:(?:Could|Can)(?: ?not|n['’]t) (?:connect to|make a) (?:the |a )?(?:MySQL )?database|Could not make a database link|Unable to connect to (?:the |your )?(?:MySQL )?database|Link to database cannot be established|Database connection (?:failed|error|could not be established)|Connection to (?:the )?database failed|Database Error\b|A Database Error Occurred|Database Server Error|Failed to connect to (?:the )?(?:MySQL|MariaDB|database)|Connection failed: |Error connecting to (?:the )?database|\d* ?- ?Could not connect to database|Cannot access the database)/iu,
      most: SENTENCE,
      absent: ARTICLE,
      reference: "opencart; prestashop; moodle; codeigniter; vbulletin; simple programs"
    },
    {
      family: "database",
      visible: /^MediaWiki internal error\.|General Error\nSQL ERROR \[/u,
      most: MESSAGE,
      reference: "phpbb includes/functions.php"
    }
  ]
}
