<?php
/**
 * Creates an editor's account and the application password with which the site reads drafts. Runs inside WordPress, through WP-CLI or
 * Playground.
 */

declare( strict_types = 1 );

( static function (): void {
	$user     = get_user_by( 'login', 'editor' );
	$password = wp_generate_password( 20, false );
	$id       = $user ? $user->ID : wp_insert_user(
		array(
			'user_login'   => 'editor',
			'user_pass'    => $password,
			'user_email'   => 'editor@example.com',
			'display_name' => 'Editor',
			'role'         => 'editor',
		)
	);
	if ( $user ) {
		wp_set_password( $password, $id );
	}
	$created = is_wp_error( $id ) ? $id : WP_Application_Passwords::create_new_application_password( $id, array( 'name' => 'Website' ) );
	if ( is_wp_error( $created ) ) {
		throw new RuntimeException( $created->get_error_message() );
	}
	$file = rtrim( dirname( ABSPATH ), '/' ) . '/database/editor.json';
	touch( $file );
	chmod( $file, 0600 );
	file_put_contents(
		$file,
		wp_json_encode(
			array(
				'user'                 => 'editor',
				'password'             => $password,
				'application_password' => $created[0],
			)
		)
	);
} )();
