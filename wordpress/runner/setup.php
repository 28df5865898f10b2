<?php
/**
 * Sets up a WordPress: administrator password, companion plugin, time zone UTC, content of the snapshot. Runs inside WordPress,
 * through WP-CLI or Playground.
 */

declare( strict_types = 1 );

$set_up = static function ( string $snapshot ): void {
	$private       = rtrim( dirname( ABSPATH ), '/' ) . '/database';
	$password_file = "$private/password";

	require_once ABSPATH . 'wp-admin/includes/plugin.php';
	require_once ABSPATH . 'wp-admin/includes/admin.php';

	$admin = get_user_by( 'login', 'admin' );
	wp_set_current_user( $admin->ID );
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
	$problem = activate_plugin( 'site-companion/site-companion.php' );
	if ( is_wp_error( $problem ) ) {
		throw new RuntimeException( $problem->get_error_message() );
	}

	$args = array( $snapshot );
	require __DIR__ . '/seed.php';
	file_put_contents( "$private/ready", gmdate( 'c' ) . "\n" );
};

try {
	$set_up( $args[0] );
} catch ( RuntimeException $problem ) {
	if ( class_exists( 'WP_CLI' ) ) {
		WP_CLI::error( $problem->getMessage() );
	}
	throw $problem;
}
