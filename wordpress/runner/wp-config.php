<?php
/**
 * Configures a local WordPress on SQLite, without updates or outgoing requests. The runner requests `wp-cron.php`.
 */

define( 'DB_NAME', 'wordpress' );
define( 'DB_DIR', dirname( __DIR__ ) . '/database/' );
define( 'DB_FILE', 'wordpress.sqlite' );
define( 'DB_USER', '' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', '' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );

foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $site_key ) {
	define( $site_key . '_KEY', hash( 'sha256', $site_key . '_KEY' . file_get_contents( dirname( __DIR__ ) . '/database/secret' ) ) );
	define( $site_key . '_SALT', hash( 'sha256', $site_key . '_SALT' . file_get_contents( dirname( __DIR__ ) . '/database/secret' ) ) );
}

// The port may change between starts.
$site_url = getenv( 'WORDPRESS_URL' );
if ( $site_url ) {
	defined( 'WP_HOME' ) || define( 'WP_HOME', $site_url );
	defined( 'WP_SITEURL' ) || define( 'WP_SITEURL', $site_url );
}

// The URL of the site and the shared secrets (site-access.ts). Environment variables have precedence.
$site_file = dirname( __DIR__ ) . '/database/site.json';
if ( is_file( $site_file ) ) {
	foreach ( (array) json_decode( file_get_contents( $site_file ), true ) as $site_name => $site_value ) {
		defined( $site_name ) || getenv( $site_name ) || define( $site_name, $site_value );
	}
}

define( 'DISABLE_WP_CRON', true );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
define( 'WP_AUTO_UPDATE_CORE', false );
define( 'DISALLOW_FILE_EDIT', true );
defined( 'WP_ENVIRONMENT_TYPE' ) || define( 'WP_ENVIRONMENT_TYPE', 'local' );
defined( 'WP_DEBUG' ) || define( 'WP_DEBUG', false );

$table_prefix = 'wp_';

defined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );
require_once ABSPATH . 'wp-settings.php';
