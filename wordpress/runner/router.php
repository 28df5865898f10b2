<?php
/**
 * Router for PHP's built-in server. Without it, the server would serve every file, and respond with 404 to paths with a dot that are
 * not files, instead of passing them to WordPress.
 */

declare( strict_types = 1 );

$site_root = rtrim( (string) $_SERVER['DOCUMENT_ROOT'], '/' );
$site_path = rawurldecode( (string) parse_url( (string) $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );

// Do not serve dotfiles, databases and logs.
if ( preg_match( '#/\.|\.(sqlite|sql|log)$|\0#i', $site_path ) ) {
	http_response_code( 404 );
	header( 'Content-Type: text/plain; charset=utf-8' );
	echo 'Not found.';
	return true;
}

if ( is_file( $site_root . $site_path ) ) {
	$site_types = array(
		'css' => 'text/css; charset=utf-8',
		'js'  => 'text/javascript; charset=utf-8',
	);
	$site_type  = $site_types[ pathinfo( $site_path, PATHINFO_EXTENSION ) ] ?? null;
	// A screen of wp-admin loads up to 200 files of WordPress, which PHP's server would send without a `Cache-Control` header.
	if ( null !== $site_type && isset( $_GET['ver'] ) && preg_match( '#^/wp-(admin|includes)/#', $site_path ) ) {
		header( "Content-Type: $site_type" );
		header( 'Cache-Control: max-age=31536000' );
		readfile( $site_root . $site_path );
		return true;
	}
	return false;
}

if ( '/' !== $site_path && is_file( $site_root . rtrim( $site_path, '/' ) . '/index.php' ) ) {
	if ( str_ends_with( $site_path, '/' ) ) {
		return false;
	}
	header( "Location: $site_path/", true, 301 );
	return true;
}

$_SERVER['SCRIPT_NAME'] = '/index.php';
$_SERVER['PHP_SELF']    = '/index.php';
require $site_root . '/index.php';
