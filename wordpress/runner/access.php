<?php
/**
 * Creates an editor's account, and the user of the site with the application password with which the site reads drafts. Runs inside
 * WordPress, through WP-CLI or Playground.
 */

declare( strict_types = 1 );

( static function (): void {
	$save_user = static function ( string $name, string $display_name, string $role, string $password ): int {
		$user = get_user_by( 'login', $name );
		if ( $user ) {
			wp_set_password( $password, $user->ID );
			return $user->ID;
		}
		$id = wp_insert_user(
			array(
				'user_login'   => $name,
				'user_pass'    => $password,
				'user_email'   => "$name@example.com",
				'display_name' => $display_name,
				'role'         => $role,
			)
		);
		if ( is_wp_error( $id ) ) {
			throw new RuntimeException( $id->get_error_message() );
		}

		return $id;
	};

	$password = wp_generate_password( 20, false );
	$save_user( 'editor', 'Editor', 'editor', $password );
	$id      = $save_user( 'website', 'Website', SiteCompanion\READER_ROLE, wp_generate_password( 40 ) );
	$created = WP_Application_Passwords::create_new_application_password( $id, array( 'name' => 'Website' ) );
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
				'reader'               => 'website',
				'application_password' => $created[0],
			)
		)
	);
} )();
