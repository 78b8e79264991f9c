import type { ContentRules } from "../ContentRule.ts"

/** The pages that servers, panels and frameworks come with. */
export const defaultPages: ContentRules = {
  code: "default_page",
  rules: [
    {
      family: "nginx",
      title: /^Welcome to (?:nginx|OpenResty|tengine|Angie)\b.*!$/iu,
      reference: "nginx html/index.html; openresty; Debian"
    },
    {
      family: "nginx",
      title: /^(?:Test Page for the Nginx HTTP Server|Welcome to nginx)\b/iu,
      reference: "nginx of Fedora, EPEL and Amazon Linux"
    },
    {
      family: "apache",
      title:
        /^(?:Apache2? (?:Debian|Ubuntu|Raspbian|Kali|Linux Mint)? ?Default Page(?:: It works)?|Apache2? Test Page\b)/iu,
      reference: "apache2 of Debian and Ubuntu, index.html"
    },
    { family: "apache", visible: /^It works!$/u, most: 100, reference: "httpd docs/docroot/index.html" },
    {
      family: "apache",
      title:
        /^(?:(?:Apache )?HTTP Server Test Page|Test Page for the (?:Apache )?HTTP Server|Apache HTTP Server Test Page powered by)/iu,
      reference: "httpd of Red Hat, CentOS, Rocky, AlmaLinux, Fedora and Amazon Linux, welcome.conf"
    },
    {
      family: "iis",
      title: /^(?:IIS ?\d*(?:\.\d)?|IIS Windows(?: Server)?|Microsoft Internet Information Services \d+)$/u,
      most: 1_500,
      reference: "IIS iisstart.htm"
    },
    {
      family: "iis",
      title: /^Internet Information Services\b|^Under Construction$/u,
      source: /iisstart|welcome\.png|iis-85\.png|Internet Information Services/iu,
      most: 2_000,
      reference: "IIS iisstart.htm"
    },
    { family: "caddy", title: /^Caddy works!$/u, reference: "caddy dist/welcome/index.html" },
    {
      family: "tomcat",
      title: /^Apache Tomcat(?:\/[\d.]+(?:-\w+)?)?$/u,
      visible:
        /If you(?:['’]re| are) seeing this(?: page via a web browser)?, (?:it means )?you(?:['’]ve| have) (?:successfully installed|setup) Tomcat|It works !/iu,
      reference: "tomcat webapps/ROOT/index.jsp; tomcat of Debian"
    },
    {
      family: "lighttpd",
      title: /^(?:Welcome page|Placeholder page)$/u,
      visible: /lighttpd/iu,
      most: 3_000,
      reference: "lighttpd of Debian and Fedora, index.html"
    },
    {
      family: "plesk",
      title: /^(?:Domain Default page|Default (?:Parallels )?Plesk (?:Panel )?Page|Web Server['’]s Default Page)$/iu,
      reference: "Plesk /etc/psa skeleton, index.html"
    },
    {
      family: "cpanel",
      title: /^(?:Default Web Site Page|Default Webpage|SORRY!|SorryPage|Welcome to .{0,60}cPanel.*)$/iu,
      source: /cpanel|defaultwebpage|If you are the owner of this website/iu,
      reference: "cPanel cgi-sys/defaultwebpage.cgi"
    },
    {
      family: "directadmin",
      visible:
        /^(?:[^\n]*\n){0,3}[^\n]*(?:This is the default index page of a new hosting account|has been successfully (?:set ?up|created) (?:on|by|with|using) DirectAdmin|Apache is functioning normally)/iu,
      most: 1_000,
      reference: "DirectAdmin data/templates/default/index.html"
    },
    {
      family: "hosting panel",
      title:
        /^(?:Welcome to ISPConfig|Welcome!|Virtualmin|HestiaCP|.{0,60}Coming Soon ?(?:—|-) ?Hestia.*|CloudPanel|Webmin|CyberPanel.*|FASTPANEL.*|aaPanel.*|.*Froxlor.*|XAMPP for .*|Welcome to XAMPP|WampServer|WAMPSERVER Homepage|Bitnami.*|没有找到站点|恭喜，站点创建成功！?)$/iu,
      visible:
        /ISPConfig|Virtualmin|HestiaCP|Hestia Control|CyberPanel|FASTPANEL|Froxlor|Welcome to XAMPP|WampServer|Bitnami|CloudPanel|宝塔|default (?:web ?)?(?:site|page|index)|Welcome to your website!/iu,
      most: 3_000,
      reference:
        "the default sites of ISPConfig, Virtualmin, Hestia, CyberPanel, Froxlor, XAMPP, Wampserver, Bitnami and Baota"
    },
    {
      family: "hosting panel",
      visible:
        /^(?:[^\n]*\n){0,3}[^\n]*(?:This (?:is|page is) (?:the|a) default (?:web ?site|web ?page|page|index page|vhost|placeholder|server page)\b|Default (?:web ?site|page|index page) for (?:the|this) (?:server|domain|account)|This is a placeholder (?:page|for)|You should replace this page|This (?:web ?)?site (?:has been|was) (?:successfully )?created|Your (?:web ?)?site (?:is|has been) (?:successfully )?(?:ready|set up|created|installed))/iu,
      most: 1_200,
      absent: /posted|comments|\?(?:\s|$)/iu,
      reference: "default sites of hosts and panels"
    },
    {
      family: "jetty",
      title: /^(?:Eclipse Jetty|Welcome to Jetty|Jetty: Default Landing Page|Powered By Jetty).*/u,
      most: 1_500,
      reference: "jetty demo and default handler"
    },
    {
      family: "glassfish",
      title: /^(?:GlassFish Server|Payara Server|Eclipse GlassFish|Welcome to (?:WildFly|JBoss).*|WildFly)\b/u,
      visible: /Your server is now running|Your WildFly instance is running|is running/iu,
      reference: "glassfish, payara and wildfly, default root"
    },
    {
      family: "django",
      title: /^The install worked successfully! Congratulations!$|^Welcome to Django$/u,
      reference: "django/views/templates/default_urlconf.html"
    },
    {
      family: "rails",
      title: /^(?:Ruby on Rails|Ruby on Rails(?: \S+)?: Welcome aboard|Yay! You['’]re on Rails!)/u,
      source: /Rails version|Yay! You|rubyonrails|about your application/iu,
      most: 1_500,
      reference: "railties templates/rails/welcome/index.html.erb"
    },
    {
      family: "laravel",
      title: /^Laravel$/u,
      visible: /Documentation|Laracasts|Let['’]s get started/u,
      most: 3_000,
      reference: "laravel resources/views/welcome.blade.php"
    },
    { family: "symfony", title: /^Welcome to Symfony!?$/u, reference: "symfony FrameworkBundle, welcome.html.php" },
    {
      family: "express",
      visible: /^(?:Express\n)?Express\nWelcome to Express$/u,
      most: 100,
      reference: "express-generator"
    },
    {
      family: "next",
      title: /^Create Next App$/u,
      reference: "create-next-app templates"
    },
    {
      family: "vite",
      title:
        /^(?:Vite(?:st)? ?(?:App|\+ (?:React|Vue|Svelte|Preact|Lit|Solid|Qwik)(?: ?\+ ?TS)?)?|React App|Vue App|Welcome to Your Vue\.js App|Svelte app|Nuxt|Welcome to Nuxt!?|Angular Starter|Welcome to SvelteKit|Astro(?: Basics)?|Gatsby Default Starter|Hello Next\.js)$/u,
      source:
        /vite\.svg|logo192\.png|created using create-react-app|NuxtWelcome|Welcome to Nuxt|Welcome to SvelteKit|To get started, (?:open|edit)|create-vue|Astro\b/iu,
      most: 1_500,
      reference: "create-vite, create-react-app, create-vue, nuxi, sv and create-astro"
    },
    {
      family: "flask",
      visible: /^(?:Hello,? World!?|Hello from Flask!?|Hello, Docker!)$/iu,
      most: 40,
      reference: "flask quickstart and starters of hosts"
    },
    {
      family: "wordpress",
      title: /(?:Just another WordPress (?:web)?site|Just another .{1,60} site)$/u,
      visible: /Hello world!/u,
      reference: "wordpress wp-admin/includes/upgrade.php, wp_install_defaults"
    },
    {
      family: "wordpress",
      title: /^WordPress › (?:Installation|Setup Configuration File)$/u,
      reference: "wordpress wp-admin/install.php, setup-config.php"
    },
    {
      family: "cloud",
      title:
        /^(?:Azure App Service - Welcome|Microsoft Azure (?:App Service|Web Apps?) - Welcome|Your (?:App Service|web) app is up and running|Elastic Beanstalk|Heroku \| Welcome to your new app!|Welcome to (?:Firebase Hosting|your new app).*|Site Not Found.*|Congratulations! \| Cloud Run)/iu,
      reference: "first pages of Azure, Elastic Beanstalk, Heroku, Firebase and Cloud Run"
    }
  ]
}
