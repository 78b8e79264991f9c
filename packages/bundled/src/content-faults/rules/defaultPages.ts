import type { ContentRules } from "../ContentRule.ts"

export const defaultPages: ContentRules = {
  code: "default_page",
  rules: [
    {
      family: "nginx",
      title: /^Welcome to (?:nginx|OpenResty|tengine|Angie)(?: on [\w .]{1,40})?!$/iu,
      reference: "nginx html/index.html; openresty; Debian"
    },
    {
      family: "nginx",
      title: /^Test Page for the Nginx HTTP Server\b/iu,
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
      source:
        /iisstart|welcome\.png|iis-85\.png|Internet Information Services|does not currently have a default page/iu,
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
      family: "cpanel",
      source: /\bhttp-equiv=["']?refresh[^<>]{1,200}\/cgi-sys\/defaultwebpage\.cgi/iu,
      most: 400,
      reference: "cPanel, redirect of index.html"
    },
    {
      family: "directadmin",
      visible:
        /^(?:[^\n]*\n){0,3}[^\n]*(?:This is the default index page of a new hosting account|has been successfully (?:set ?up|created) (?:on|by|with|using) DirectAdmin|Apache is functioning normally)/iu,
      most: 1_000,
      reference: "DirectAdmin data/templates/default/index.html"
    },
    {
      family: "cpanel",
      title: /^Great Success ?! Apache is working on your cPanel/u,
      reference: "cPanel /usr/local/apache/htdocs/index.html"
    },
    {
      family: "mamp",
      title: /^MAMP(?: PRO)?$/u,
      visible: /everything should be set up correctly/u,
      reference: "MAMP htdocs/index.php"
    },
    { family: "caddy", visible: /^Caddy works!$/u, most: 40, reference: "caddy, Caddyfile of the package" },
    {
      family: "php",
      title: /^PHP \d+\.\d+\.\d+[\w.+~-]* - phpinfo\(\)$|^phpinfo\(\)$/u,
      reference: "php-src ext/standard/info.c"
    },
    {
      family: "php",
      title:
        /^(?:My Yii Application|Welcome to CodeIgniter(?: \d+)?!?|CakePHP: the rapid development php framework.*)$/u,
      visible: /Yii-powered application|generated dynamically by CodeIgniter|CakePHP/u,
      reference: "yii2 basic; codeigniter welcome_message; cakephp home"
    },
    {
      family: "litespeed",
      title: /^Welcome to (?:Open)?LiteSpeed Web Server$/iu,
      reference: "openlitespeed Example/html/index.html"
    },
    {
      family: "hosting panel",
      title: /^(?:Success! Your new web server is ready to use\.|恭喜，站点创建成功！?|站点创建成功.*)$/u,
      reference: "Hestia; Baota"
    },
    {
      family: "hosting panel",
      title: /^(?:Default page|Willkommen!|Welcome!|Bienvenue ?!|¡?Bienvenido!?)$/iu,
      visible:
        /upload your website files|Standard-Indexseite|default index page|page par défaut|página (?:predeterminada|por defecto)/iu,
      most: 800,
      reference: "Hostinger; ISPConfig and hosts in other languages"
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
      title: /\S/u,
      source:
        /class="(?:u-clearfix )?(?:logo|header-logo)[\s\S]{0,400}djangoproject\.com|docs\.djangoproject\.com\/[\s\S]{0,40}releases\//u,
      visible: /DEBUG ?= ?True/u,
      most: 1_500,
      reference: "django/views/templates/default_urlconf.html, in any language"
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
      visible: /To get started, edit|Get started by editing/u,
      reference: "create-next-app templates"
    },
    {
      family: "vite",
      title:
        /^(?:Vite(?:st)? ?(?:App|\+ (?:React|Vue|Svelte|Preact|Lit|Solid|Qwik)(?: ?\+ ?TS)?)?|React App|Vue App|Welcome to Your Vue\.js App|Svelte app|Nuxt|Welcome to Nuxt!?|Angular Starter|Welcome to SvelteKit|Astro(?: Basics)?|Gatsby Default Starter|Hello Next\.js)$/u,
      visible:
        /\bcount is \d|Edit src\/App|Welcome to (?:Your Vue|Nuxt|SvelteKit|React)|To get started, (?:open|edit)|You did it!|Get started with|Remove this welcome page/iu,
      most: 1_500,
      reference: "create-vite, create-react-app, create-vue, nuxi, sv and create-astro"
    },
    {
      family: "wordpress",
      title: /(?:Just another WordPress (?:web)?site|Just another .{1,60} site)$/u,
      visible: /Hello world!/u,
      reference: "wordpress wp-admin/includes/upgrade.php, wp_install_defaults"
    },
    {
      family: "wordpress",
      title: /^WordPress (?:›|&rsaquo;) (?:Installation|Setup Configuration File)$/u,
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
