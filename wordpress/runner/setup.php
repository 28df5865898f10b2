<?php
/**
 * Sets up a new WordPress site or seeds an existing one again: sets the administrator's password (new sites only) and the options,
 * activates the companion plugin and imports the snapshot with seed.php.
 *
 *     wp eval-file setup.php SNAPSHOT_DIRECTORY --use-include --user=admin
 *
 * WordPress Playground runs it with `$args` set in the same way.
 */

declare( strict_types = 1 );

$set_up = static function ( string $snapshot ): void {
	$database_directory = rtrim( dirname( ABSPATH ), '/' ) . '/database';
	$password_file      = "$database_directory/password";

	require_once ABSPATH . 'wp-admin/includes/plugin.php';
	require_once ABSPATH . 'wp-admin/includes/admin.php';

	$admin = get_user_by( 'login', 'admin' );
	wp_set_current_user( $admin->ID );
	// Written by start-wordpress.ts for a new site.
	if ( is_file( $password_file ) ) {
		wp_set_password( trim( (string) file_get_contents( $password_file ) ), $admin->ID );
		unlink( $password_file );
		delete_user_option( $admin->ID, 'default_password_nag', true );
	}

	update_option( 'timezone_string', 'UTC' );
	update_option( 'gmt_offset', 0 );
	update_option( 'blogdescription', '' );
	// Avatars would be loaded from a third party.
	update_option( 'show_avatars', 0 );
	$result = activate_plugin( 'site-companion/site-companion.php' );
	if ( is_wp_error( $result ) ) {
		throw new RuntimeException( $result->get_error_message() );
	}

	// The argument of seed.php.
	$args = array( $snapshot );
	require __DIR__ . '/seed.php';
	// Without this file, start-wordpress.ts sets the site up again.
	file_put_contents( "$database_directory/ready", gmdate( 'c' ) . "\n" );
};

try {
	$set_up( $args[0] );
} catch ( RuntimeException $error ) {
	if ( class_exists( 'WP_CLI' ) ) {
		WP_CLI::error( $error->getMessage() );
	}
	throw $error;
}
