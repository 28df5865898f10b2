<?php
/**
 * The list of redirects that editors enter: a text with one redirect on each line, for example `/old-page /new-page 302 # until June`. Those
 * of the plugin Redirection are read and checked like one of its lines.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

const FORGET_ADDRESS_ACTION = 'site_companion_forget_address';

/** Warnings need queries, so a long list that is pasted has none. */
const MAX_LINES_WITH_WARNINGS = 50;

/** Below these directories, the site serves no pages and therefore never looks up redirects. */
const SITE_DIRECTORIES = array( '/api/', '/assets/', '/builds/', '/media/', '/og/', '/rsc/' );

/** Where the site answers monitoring. */
const OPERATION_PATHS = array( '/healthz', '/metrics', '/readyz' );

/** Longer chains are rejected, because the site would not follow them. */
const MAX_REDIRECT_STEPS = 10;

add_action( 'admin_post_' . FORGET_ADDRESS_ACTION, __NAMESPACE__ . '\forget_address' );

/** Descriptions of the fields of the list, as in `schema.json`. */
function redirects_form_fields(): array {
	return array(
		array(
			'name'  => 'list',
			'label' => __( 'Redirects', 'site-companion' ),
			'help'  => __( 'One on each line: the old address, a space, the new address. Add 302 if the page has moved only for now, and a note after #. Example: /old-page /new-page 302 # until June', 'site-companion' ),
			'type'  => 'textarea',
		),
	);
}

/** @return array<int, array{from: string, to: string, status: int, errors: list<string>}> The redirects of a text, by the number of the line. */
function redirect_lines( string $text ): array {
	$redirects = array();
	foreach ( explode( "\n", $text ) as $index => $line ) {
		$entered = trim( (string) preg_replace( '/(?:^|\s)#.*$/s', '', $line ) );
		if ( '' !== $entered ) {
			$redirects[ $index + 1 ] = read_redirect( ...array_pad( (array) preg_split( '/\s+/', $entered, 3 ), 2, '' ) );
		}
	}

	return $redirects;
}

/** @return array<string, array{to: string, status: int}> The redirects without errors by path. */
function valid_redirects( array $lines ): array {
	$valid = array_filter( $lines, static fn( array $line ): bool => array() === $line['errors'] );

	// The first line of several with the same path counts.
	return array_column( array_reverse( $valid ), null, 'from' );
}

/** @return array<string, array{to: string, status: int}> The redirects that editors have entered, by path. */
function stored_redirects(): array {
	return valid_redirects( redirect_lines( stored_redirects_text() ) );
}

function stored_redirects_text(): string {
	return (string) ( single_values( REDIRECTS )['list'] ?? '' );
}

/** The problems of the list, as in `validate_fields`. Stored lines were checked when they were saved. */
function validate_redirects( array $values ): array {
	$lines    = redirect_lines( (string) ( $values['list'] ?? '' ) );
	$new      = array_diff( array_map( 'serialize', $lines ), array_map( 'serialize', redirect_lines( stored_redirects_text() ) ) );
	$all      = valid_redirects( $lines );
	$known    = array();
	$problems = array();
	$add      = static function ( int $line, string $sentence, bool $is_error = true ) use ( &$problems ): void {
		/* translators: 1: number of a line, 2: sentence. */
		$problems[] = problem( 'list', __( 'Redirects', 'site-companion' ), sprintf( __( 'Line %1$d: %2$s', 'site-companion' ), $line, $sentence ), $is_error );
	};
	foreach ( $lines as $number => list( 'from' => $from, 'to' => $to, 'errors' => $errors ) ) {
		if ( isset( $known[ $from ] ) ) {
			/* translators: 1: path, 2: address. */
			$errors[] = sprintf( __( '%1$s is redirected to %2$s already. Change that redirect instead.', 'site-companion' ), $from, $known[ $from ] );
		}
		$known += array( $from => $to );
		if ( array() === $errors && isset( $new[ $number ] ) ) {
			[ $error, $path ] = follow_redirects( $from, $all );
			$errors           = array_filter( array( $error ) );
			foreach ( count( $new ) > MAX_LINES_WITH_WARNINGS ? array() : redirect_warnings( $from, $path ) as $warning ) {
				$add( $number, $warning, false );
			}
		}
		array_map( static fn( string $error ) => $add( $number, $error ), $errors );
	}
	if ( count( $lines ) > MAX_REDIRECTS ) {
		/* translators: %s: number. */
		$problems[] = problem( 'list', __( 'Redirects', 'site-companion' ), sprintf( __( 'There are more than %s redirects, which is the maximum. Delete some that are no longer used.', 'site-companion' ), number_format_i18n( MAX_REDIRECTS ) ) );
	}

	return $problems;
}

/** The redirects from old slugs as escaped HTML, each with a link that removes it. */
function automatic_redirects_html(): string {
	$items = array();
	foreach ( array_diff_key( old_slug_redirects(), stored_redirects() ) as $from => $redirect ) {
		$link    = admin_url( 'admin-post.php?action=' . FORGET_ADDRESS_ACTION . "&post={$redirect['id']}&slug=" . rawurlencode( $redirect['old_slug'] ) );
		$items[] = sprintf(
			'<li>%s → %s <a href="%s" aria-label="%s">%s</a></li>',
			esc_html( (string) $from ),
			esc_html( $redirect['to'] ),
			esc_url( wp_nonce_url( $link, FORGET_ADDRESS_ACTION ) ),
			/* translators: %s: path. */
			esc_attr( sprintf( __( 'Delete the redirect of %s', 'site-companion' ), $from ) ),
			esc_html__( 'Delete', 'site-companion' )
		);
	}

	return '<p>' . esc_html__( 'When you change the slug of a published page, article or event, its old address redirects by itself. Delete such a redirect if the old address should be “page not found”.', 'site-companion' ) . '</p>'
		. ( array() === $items ? '' : '<ul>' . implode( '', $items ) . '</ul>' );
}

/** Removes the redirect from an old slug. */
function forget_address(): never {
	if ( ! current_user_can( OPTIONS_CAPABILITY ) ) {
		wp_die( esc_html__( 'You are not allowed to delete redirects.', 'site-companion' ), '', array( 'response' => 403 ) );
	}
	check_admin_referer( FORGET_ADDRESS_ACTION );
	delete_post_meta( absint( $_GET['post'] ?? 0 ), OLD_SLUG_META, sanitize_title( wp_unslash( $_GET['slug'] ?? '' ) ) );
	wp_safe_redirect( admin_url( 'admin.php?page=' . single_item_page( REDIRECTS ) ) );
	exit;
}

/**
 * A path normalized for comparison: decoded, lower case, without repeated slashes and without a slash at the end. Null if it is not a
 * path.
 */
function redirect_key( string $path ): ?string {
	$path = (string) preg_replace( '#/{2,}#', '/', rawurldecode( $path ) );
	// WordPress does not require the extension mbstring.
	$path = function_exists( 'mb_strtolower' ) ? mb_strtolower( $path, 'UTF-8' ) : strtolower( $path );
	// No match in a text that is not UTF-8.
	if ( 1 !== preg_match( '~^/[^?#\\\\\p{Cc}]*$~Du', $path ) ) {
		return null;
	}

	return '/' === $path ? $path : rtrim( $path, '/' );
}

/** Whether the site always has a page or a file at this path, in lower case. It cannot be redirected. */
function is_site_path( string $path ): bool {
	return in_array( $path, array( '/', '/sitemap.xml', '/robots.txt', '/news/feed.xml', ...OPERATION_PATHS, ...array_map( 'strtolower', array_values( fixed_paths() ) ) ), true );
}

/** As `to_site_relative`, except for files of the media library, which exist in WordPress only. */
function without_own_host( string $url ): string {
	$path = to_site_relative( $url );

	return str_starts_with( $path, to_site_relative( content_url( '/' ) ) ) ? $url : $path;
}

/**
 * Reads a redirect as it was entered.
 *
 * @return array{from: string, to: string, status: int, errors: list<string>}
 */
function read_redirect( string $source, string $target, string $code = '' ): array {
	[ $from, $error_in_from ] = read_source( $source );
	[ $to, $error_in_to ]     = read_target( $target );
	$error_in_code            = in_array( $code, array( '', '301', '302' ), true ) ? null : __( 'After the new address there can be 301 (moved for good) or 302 (moved for now), and a note after #.', 'site-companion' );
	$errors                   = array_values( array_filter( array( $error_in_from, $error_in_to, $error_in_code ) ) );
	$status                   = '302' === $code ? 302 : 301;

	return compact( 'from', 'to', 'status', 'errors' );
}

/** @return array{string, ?string} The path (or the entered text if it is invalid), and the error, if any. */
function read_source( string $text ): array {
	$path = without_own_host( $text );
	$key  = preg_match( '~^(?:[a-z][a-z0-9+.-]*:|//)|[?#*]~i', $path ) ? null : redirect_key( '/' . ltrim( $path, '/' ) );
	if ( null === $key || mb_strlen( $key ) > 500 ) {
		/* translators: %s: address that was entered. */
		return array( $text, sprintf( __( '%s is not the address of a page of this site, such as /old-page, without “?”, “#” and “*”.', 'site-companion' ), mb_substr( $text, 0, 100 ) ) );
	}
	if ( is_site_path( $key ) ) {
		/* translators: %s: path. */
		return array( $key, sprintf( __( '%s is a page that the site always shows, so it cannot be redirected.', 'site-companion' ), $key ) );
	}
	foreach ( SITE_DIRECTORIES as $directory ) {
		if ( str_starts_with( "$key/", $directory ) ) {
			/* translators: %s: beginning of a path. */
			return array( $key, sprintf( __( 'Addresses that begin with %s belong to the site itself and cannot be redirected.', 'site-companion' ), $directory ) );
		}
	}

	return array( $key, null );
}

/** @return array{string, ?string} The path or URL (or the entered text if it is invalid), and the error, if any. */
function read_target( string $text ): array {
	if ( '' === $text ) {
		return array( '', __( 'Enter the new address: a page of this site such as /new-page, or a whole address that begins with https://.', 'site-companion' ) );
	}
	$target     = without_own_host( $text );
	$parts      = wp_parse_url( $target );
	$is_website = 1 === preg_match( '#^https://\S+$#i', $target ) && ! empty( $parts['host'] ) && ! isset( $parts['user'] );
	$is_path    = 1 === preg_match( '#^/(?!/)#', $target );
	if ( ( ! $is_path && ! $is_website ) || preg_match( '/[\\\\\p{Cc}]/u', $target ) || mb_strlen( $target ) > 1000 ) {
		/* translators: %s: address that was entered. */
		return array( $text, sprintf( __( '%s cannot be used. Begin with / for a page of this site, or with https:// for another website.', 'site-companion' ), mb_substr( $text, 0, 100 ) ) );
	}

	return array( $is_path ? canonical_target( $target ) : esc_url_raw( $target, array( 'https' ) ), null );
}

/** A path with the canonical spelling of the site, so that visitors are redirected only once. */
function canonical_target( string $target ): string {
	preg_match( '/^([^?#]*)(.*)$/s', $target, $parts );
	$path = redirect_key( $parts[1] ) ?? $parts[1];
	$path = str_contains( basename( $path ), '.' ) && ! is_site_path( $path ) ? $parts[1] : ( fixed_paths()[ ltrim( $path, '/' ) ] ?? $path );

	return $path . $parts[2];
}

/** The path of a target on the site; null for another website. */
function path_of_target( string $target ): ?string {
	return str_starts_with( $target, '/' ) ? redirect_key( (string) preg_replace( '/[?#].*$/s', '', $target ) ) : null;
}

/**
 * Follows the chain of redirects that begins at a path.
 *
 * @param array<string, array{to: string, status: int}> $all
 * @return array{?string, ?string} The error, if any, and the path at the end (null for another website).
 */
function follow_redirects( string $from, array $all ): array {
	$steps = array( $from );
	$path  = path_of_target( $all[ $from ]['to'] );
	// phpcs:ignore Squiz.PHP.DisallowSizeFunctionsInLoops.Found -- the number of steps grows.
	while ( null !== $path && isset( $all[ $path ] ) && count( $steps ) <= MAX_REDIRECT_STEPS && ! in_array( $path, $steps, true ) ) {
		$steps[] = $path;
		$path    = path_of_target( $all[ $path ]['to'] );
	}
	$error = null === $path || ! isset( $all[ $path ] ) ? null : sprintf(
		/* translators: %s: paths with arrows between them. */
		__( 'Visitors would not arrive: %s. Point these redirects directly at the last page.', 'site-companion' ),
		implode( ' → ', array( ...$steps, $path ) )
	);

	return array( $error, $path );
}

/**
 * @param ?string $path The path at the end of the chain; null for another website.
 * @return list<string>
 */
function redirect_warnings( string $from, ?string $path ): array {
	$warnings = array();
	$title    = page_title_at( $from );
	if ( null !== $title ) {
		/* translators: 1: title of a page, 2: path. */
		$warnings[] = sprintf( __( 'The site still shows “%1$s” at %2$s. The redirect works once that page is unpublished or has another address.', 'site-companion' ), $title, $from );
	}
	if ( null !== $path && is_missing_page( $path ) ) {
		/* translators: %s: path. */
		$warnings[] = sprintf( __( 'The site has no page at %s: visitors would see “page not found”.', 'site-companion' ), $path );
	}

	return $warnings;
}

/** The title of the published item that the site shows at a path; null if there is none. */
function page_title_at( string $path ): ?string {
	$is_event = 1 === preg_match( '#^/events/([^/]+)$#', $path, $segments );
	if ( ! $is_event && 1 !== preg_match( '#^/([^/]+)$#', $path, $segments ) ) {
		return null;
	}
	$found = item_with_slug( sanitize_title( $segments[1] ), $is_event ? array( 'event' ) : array( 'page', 'post' ), 0, array( 'publish' ) );

	return $found ? plain_text( get_the_title( $found ) ) : null;
}

/** Whether the site certainly has no page at a path. False for paths of files, which are not checked. */
function is_missing_page( string $path ): bool {
	return ! is_site_path( $path ) && ! str_contains( basename( $path ), '.' ) && null === page_title_at( $path );
}
