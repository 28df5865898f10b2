<?php
/**
 * Previews of the screens "Home page" and "FAQ page" with input that is not saved. The input is stored for an hour under a random key,
 * and the site reads it in place of the saved page.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Error;
use WP_REST_Request;

defined( 'ABSPATH' ) || exit;

const PREVIEWED_OPTIONS = array(
	'homepage' => HOMEPAGE_OPTION,
	'faqpage'  => FAQPAGE_OPTION,
);

add_action( 'rest_api_init', __NAMESPACE__ . '\register_unsaved_route' );

/**
 * Opens the preview of a screen.
 *
 * @param string               $page   A key of `PREVIEWED_OPTIONS`.
 * @param array<string, mixed> $values The value that the option would have after saving.
 * @param array<string, mixed> $seo    The page's texts for search engines, as they would be stored.
 */
function preview_unsaved_screen( string $page, array $values, array $seo ): never {
	$key = strtolower( wp_generate_password( 32, false ) );
	set_transient(
		unsaved_transient( $key ),
		array(
			'page'   => $page,
			'values' => $values,
			'seo'    => $seo,
			'saved'  => current_time( 'Y-m-d\TH:i:s' ),
		),
		HOUR_IN_SECONDS
	);
	redirect_to_preview(
		array(
			'type' => $page,
			'key'  => $key,
			'edit' => admin_url( "admin.php?page=site-companion-$page" ),
		)
	);
}

function unsaved_transient( string $key ): string {
	return "site_companion_unsaved_$key";
}

function register_unsaved_route(): void {
	register_rest_route(
		'site-companion/v1',
		'/unsaved/(?P<key>[a-z0-9]{32})',
		array(
			'methods'             => 'GET',
			'callback'            => __NAMESPACE__ . '\read_unsaved_screen',
			'permission_callback' => static fn(): bool => current_user_can( 'edit_posts' ) || current_user_can( READ_DRAFTS ),
		)
	);
}

/**
 * The response that `/wp-json/api/homepage` or `/wp-json/api/faqpage` would have after saving, with the `seo` that `/wp-json/api/site`
 * would then return for that page. `saved` is the time at which the input was stored.
 */
function read_unsaved_screen( WP_REST_Request $request ): array|WP_Error {
	$unsaved = get_transient( unsaved_transient( (string) $request['key'] ) );
	$option  = is_array( $unsaved ) ? ( PREVIEWED_OPTIONS[ $unsaved['page'] ] ?? null ) : null;
	if ( null === $option ) {
		return new WP_Error( 'rest_unsaved_screen_expired', __( 'Unsaved text is kept for an hour only.', 'site-companion' ), array( 'status' => 404 ) );
	}
	add_filter( "pre_option_$option", static fn(): array => $unsaved['values'] );
	$response = rest_do_request( new WP_REST_Request( 'GET', "/api/{$unsaved['page']}" ) );

	return array(
		'saved' => $unsaved['saved'],
		'seo'   => to_seo_response( $unsaved['seo'] ),
	) + (array) $response->get_data();
}
